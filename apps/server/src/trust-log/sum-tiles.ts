/** How a night's trees of sums are kept (`docs/rules/proof.md` P.24): so many nodes of a level in a row of the database, */
export const NODES_OF_TILE = 256
/** and the ways to the root for so long; what was said stays. */
export const WAYS_KEPT_FOR_DAYS = 90
