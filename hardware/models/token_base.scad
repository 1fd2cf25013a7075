// The base under a token: the magnet is glued in from below, the tag and the token's foot from above.
// What is between magnet and tag is full: print it with 100 % infill, no supports, the magnet's side down.
include <measures.scad>

rim = 1.2;                                      // how deep the foot stands in the base
sheet = token_tag > 0 ? 1 : 0;                  // the tag's pocket
between = token_tag > 0 ? token_apart : 1;
height = token_thick + gap + between + sheet + rim;

module token_base() {
    difference() {
        cylinder(d = token_base, h = height);
        translate([0, 0, -1]) cylinder(d = token_magnet + gap, h = token_thick + gap + 1);
        translate([0, 0, height - rim]) cylinder(d = token_foot + 2 * gap, h = rim + 1);
        if (token_tag > 0)
            translate([0, 0, height - rim - sheet]) cylinder(d = token_tag + 2 * gap, h = rim + sheet + 1);
    }
}

$fn = 96;
token_base();
