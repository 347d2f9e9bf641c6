/** A long code in groups of four, which people can compare. */
export const inFours = (code: string): readonly string[] => code.match(/.{1,4}/gu) ?? []
