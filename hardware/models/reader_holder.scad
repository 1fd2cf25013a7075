// A tray that holds a reader's module against the base plate from below: four ears for screws of 3 mm.
// Its floor is open, for parts and plug; plastic does not stop the field, metal would: no metal screws over the antenna.
include <measures.scad>

wall = 1.6;
lip = 2;                                        // what the module lies on
ear = 9;
screw = 3.2;
inner = [reader_width + 2 * gap, reader_depth + 2 * gap];
outer = [inner.x + 2 * wall, inner.y + 2 * wall];
height = wall + reader_thick + gap;

module ear_at(x, y) {
    translate([x, y, 0]) difference() {
        cylinder(d = ear, h = height);
        translate([0, 0, -1]) cylinder(d = screw, h = height + 2);
    }
}

module reader_holder() {
    difference() {
        translate([-outer.x / 2, -outer.y / 2, 0]) cube([outer.x, outer.y, height]);
        translate([-inner.x / 2, -inner.y / 2, wall]) cube([inner.x, inner.y, height]);
        translate([-inner.x / 2 + lip, -inner.y / 2 + lip, -1]) cube([inner.x - 2 * lip, inner.y - 2 * lip, height]);
    }
    reach = outer.x / 2 + ear / 2 - 1;
    for (side = [-1, 1], end = [-1, 1]) ear_at(side * reach, end * (outer.y / 2 - ear / 2));
}

$fn = 48;
reader_holder();
