import { setFlagsFromString } from 'node:v8'

/** The heap may grow by so much of what is in use before it is cleared; V8 alone lets it grow to several times that. */
const GROWTH_PERCENT = 40

/** Keeps a server that somebody floods within the memory of a small machine (`npm run bench flood`); nothing is refused for it. */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
