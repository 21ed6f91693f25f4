/** The finishing steps of the trade: name, and what it does to a part. */
export const finishing: readonly (readonly [name: string, description: string])[] = [
  ['Annealing', 'Heating and slow cooling, which relieves stress and raises the crystallinity of polymers.'],
  ['Anodising', 'An oxide layer on aluminium or titanium, hard and dyeable.'],
  ['Bead blasting', 'Glass or ceramic beads clean the surface and make it evenly matt.'],
  ['CNC machining', 'Milling or turning of functional faces to tolerance.'],
  ['Colour dyeing', 'Polymer parts take up dye in a hot bath; dimensions stay.'],
  ['Depowdering', 'Removes loose powder from channels and cavities.'],
  ['Electropolishing', 'Takes metal off evenly in an electrolyte: smooth, bright and easy to clean.'],
  ['Heat treatment', 'Stress relief, ageing or hardening of metal parts after the build.'],
  ['Hot isostatic pressing', 'Heat under gas pressure closes the pores of metal parts.'],
  ['Infiltration', 'Resin or metal fills the pores of a part.'],
  ['Laser engraving', 'Marks such as serial numbers or data matrix codes.'],
  ['Nickel plating', 'A conductive, wear-resistant layer of nickel.'],
  ['Painting', 'Primer and paint in a named colour.'],
  ['Passivation', 'An acid bath restores the corrosion resistance of stainless steel.'],
  ['Polishing', 'Grinding and polishing by hand to a given roughness.'],
  ['Powder coating', 'Powder is charged, sprayed and baked to a tough coat.'],
  ['Sealing', 'Makes porous polymer parts tight against liquids.'],
  ['Shot peening', 'Compresses the surface of metal parts, which then last longer under changing loads.'],
  ['Sintering', 'Binds the particles of a green part in a furnace.'],
  ['Support removal', 'Takes supports off by hand, by wire or in a bath.'],
  ['Thread inserts', 'Metal threads set by heat or pressed into polymer parts.'],
  ['UV post-curing', 'Light and heat complete the curing of resin parts.'],
  ['Vapour smoothing', 'A solvent vapour melts the surface of polymer parts: smooth and sealed.'],
  ['Vibratory finishing', 'Abrasive media in a vibrating bowl round edges and smooth faces.'],
  ['Washing', 'Solvent removes uncured resin.'],
];

/** What no part can do without where it is needed: nobody chooses it. */
export const partOfEveryBuild = ['Depowdering', 'Sintering', 'Support removal', 'UV post-curing', 'Washing'];
