/**
 * Every kind of draw has its own number, so that no two draws ever share their words. A number is never reused or
 * changed: adding a kind of draw must leave all the others, and with them every price of the past, as they are.
 */
export const streamTag = {
  factorSessionShock: 1,
  factorSessionTail: 2,
  factorGapShock: 3,
  factorGapTail: 4,
  factorMemory: 5,
  factorJump: 6,
  factorJumpSize: 7,
  stockSessionShock: 11,
  stockSessionTail: 12,
  stockGapShock: 13,
  stockGapTail: 14,
  stockMemoryAndVolume: 15,
  stockRange: 16,
  stockEarnings: 17,
  stockExtended: 18,
  extendedRange: 19,
  indexRange: 20,
  indexShape: 21,
  ownJump: 22,
  splitShape: 31,
  splitCandidates: 32,
  splitExtremes: 33,
  splitChoices: 34,
  splitMarket: 35,
  slotMoment: 41,
  printCount: 42,
  printSplit: 43,
  spread: 51,
  depth: 52,
  futureBasis: 61,
  nightRange: 62,
  nightVariance: 63,
} as const

/** Tags of the catalogue's own generator, which is public and separate from the secret prices. */
export const catalogueTag = {
  firstWord: 101,
  industry: 102,
  exchange: 103,
  numbers: 104,
  words: 105,
  logo: 106,
  earningsDate: 107,
  tier: 108,
  sector: 109,
  exDate: 110,
  splitRatio: 111,
} as const
