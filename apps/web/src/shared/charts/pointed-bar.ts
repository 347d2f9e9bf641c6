/** The bar of each chart that was last pointed at, by the instrument: where the reader means when a note is begun after it. */
const pointed = new Map<string, number>()

export const rememberPointed = (code: string, timestamp: number): void => void pointed.set(code, timestamp)
export const lastPointed = (code: string): number | null => pointed.get(code) ?? null
