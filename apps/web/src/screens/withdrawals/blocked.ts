/** Texts for what blocks a withdrawal, by the name of the refusal an application would get. */
const keys = { maintenance: 'blocked.paused' } as const

/** Null where nothing blocks, and for what the page says before its form. */
export const blockedKey = (reason: string | null): (typeof keys)[keyof typeof keys] | null =>
  reason !== null && reason in keys ? keys[reason as keyof typeof keys] : null
