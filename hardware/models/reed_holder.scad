// Holds a reed upright in its hole of the base plate: push it in from below, the reed's upper end against the board.
// The slit lets the upper wire come down beside the glass.
include <measures.scad>

below = reed_long - plate_base;                 // what of the glass hangs below the plate
height = plate_base + max(below, 2);

module reed_holder() {
    difference() {
        union() {
            cylinder(d = reed_hole - gap, h = height);
            cylinder(d = reed_hole + 3, h = height - plate_base);
        }
        translate([0, 0, -1]) cylinder(d = reed_glass + gap, h = height + 2);
        translate([0, -0.4, -1]) cube([reed_hole + 3, 0.8, height + 2]);
    }
}

$fn = 64;
reed_holder();
