import { setFlagsFromString } from 'node:v8'

/** Growth of the heap in percent before it is cleared; V8 alone lets it grow to several times that. */
const GROWTH_PERCENT = 40

/** Keeps a flooded server within the memory of a small machine (`npm run bench flood`); nothing is refused for it. */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
