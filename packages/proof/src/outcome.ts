/** What was read or checked, or the name of what is wrong with it. Texts from outside are judged this way; a caller's own mistake throws. */
export type Outcome<Value, Fault extends string> = Readonly<{ ok: true; value: Value }> | Readonly<{ ok: false; fault: Fault }>

export const accepted = <Value>(value: Value) => ({ ok: true, value }) as const
export const refused = <Fault extends string>(fault: Fault) => ({ ok: false, fault }) as const
