"""The figures of the rule pages, the printed sheet's two examples of travelling among them."""

from __future__ import annotations

from tablier.example import Example

BASE, MINI, DOUBLE = "plateau-x", "plateau-x-mini", "plateau-x-double"
FLAT = "flat"
# A5 on level 3, A4 and B5 on 2, B4 on 1; D4+D5 on 1, E3 on 1, E4+F4 on 2; B2+C1+C2 on 1.
PICTURE = "7/7/s3,s2,1,p1,1,f1,1/o2,s1,1,o1,m2,n2,1/4,s1,2/1,h1,i1,4/2,g1,4"
STOCKS = "00 00 20 21 34"

EXAMPLES = {
    "relief": Example(BASE, f"{PICTURE} y {STOCKS} ba4,of1,yf3,gg7", may="f3-e3 f3-a5"),
    "laying": Example(
        MINI,
        moves="Tc3d3c4 @a1 Se5 Sb5",
        view=FLAT,
        may="Sc3 Dc3d3 Dc3c4",
        may_not={"Dd3e3": "P4", "Sa1": "P4", "Tc3d3c4": "P5", "Se5": "P5"},
    ),
    "coming-in": Example(
        MINI, moves="Tc3d3c4 @a1", view=FLAT, may="@b1 @f6", may_not={"@c3": "P6", "@a1": "P6"}
    ),
    "travelling": Example(
        BASE,
        f"{PICTURE} y {STOCKS} ba4,of1,yf3,gg7",
        view=FLAT,
        way="f3-a5",
        ways={"f3-a5": "f3-e3-d3-d4-c4-b4-b5-a5"},
    ),
    "closed": Example(
        BASE,
        f"{PICTURE} y {STOCKS} bb1,od5,yf3,gg7",
        view=FLAT,
        way="f3-e4",
        ways={"f3-e4": "f3-e3-e4"},
        may_not={"f3-d4": "P7", "f3-a5": "P7"},
    ),
    "detour": Example(
        BASE,
        f"{PICTURE} b {STOCKS} bb1,od5,yf3,ga4",
        view=FLAT,
        way="b1-a5",
        ways={"b1-a5": "b1-b2-b3-b4-b5-a5"},
    ),
    "steep": Example(
        MINI, "6/6/6/6/c1,5/s2,s2,4 b 11 31 36 bc1,ob2", view=FLAT, may_not={"c1-b1": "P7", "c1-b2": "P7"}
    ),
    "ground": Example(
        MINI, "6/6/6/2,s1,3/6/6 b 21 31 37 bc3,oc1", view=FLAT, may="c3-c2 c3-d3 c3-b3 c3-c4 c3-c3"
    ),
    "there-and-back": Example(
        MINI,
        "2,c1,3/2,a1,b1,2/6/2,s1,3/6/6 b 21 31 36 bc2,od4",
        "c2-c2",
        view=FLAT,
        facts={"pawns.arrival": (2, 1)},
    ),
    "joined": Example(
        MINI,
        "6/6/6/6/6/s1,1,s1,3 b 11 31 37 ba1,oc1",
        "Sb1",
        view=FLAT,
        may="c1-c2 c1-d1",
        may_not={"c1-b1": "P9", "c1-c1": "P9"},
        facts={"pawns.plateau": (3, 3)},
    ),
    "own-plateau": Example(
        DOUBLE,
        "6,f1/5,d1,e1/6,f1/5,d1,e1/7/7/m1,n1,1,m1,n1,2 b 30 30 35 ba1,bb2,oe1,od2",
        view=FLAT,
        may="b2-b1",
        may_not={"b2-d1": "P7"},
    ),
    "blocked": Example(
        MINI,
        "h1,i1,h2,i2,c2,i1/1,h2,k3,h4,i4,l3/k1,l1,j3,h1,g4,1/j1,s2,e1,k3,l3,1/m2,h4,i4,j3,i1,f2/"
        "1,d3,g4,b1,d2,e2 o 00 00 16 od4,ba2",
        view=FLAT,
        scores=(1, 0),
    ),
    "higher": Example(
        BASE,
        "7/4,c1,2/4,a1,b1,1/7/7/2,c1,4/s1,1,s2,b1,3 b 01 21 21 21 35 of5,ba1,yc1,gg7",
        view=FLAT,
        settled=(1, 2, 4, 0),
        facts={"seats.place": (3, 2, 1, 4)},
    ),
    "earlier": Example(
        MINI,
        "c1,5/a1,b1,2,s1,1/6/2,s1,3/6/6 o 11 31 36 bc3,oe4",
        "e4-e5 c3-c3",
        view=FLAT,
        settled=(0, 1),
        facts={"pawns.level": (1, 1), "pawns.plateau": (1, 1), "pawns.arrival": (2, 1)},
    ),
}
