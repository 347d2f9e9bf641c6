import { create } from 'zustand'

/**
 * Some calls ask for a proof of identity, not older than five minutes. The call that is refused for it waits here until
 * the sheet has an answer, and is then sent again; the screens do not notice.
 */
export type Proofs = Readonly<{ password: boolean; authenticator: boolean; passkey: boolean }>
type Asked = Readonly<{ proofs: Proofs; answer: (given: boolean) => void }>

export const useStepUp = create<Readonly<{ asked: Asked | null }>>()(() => ({ asked: null }))

/** True once the proof was given; false when the customer cancelled. */
export function prove(facts: unknown): Promise<boolean> {
  useStepUp.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (given: boolean): void => {
      useStepUp.setState({ asked: null })
      resolve(given)
    }
    useStepUp.setState({ asked: { proofs: proofsOf(facts), answer } })
  })
}

function proofsOf(facts: unknown): Proofs {
  const known = typeof facts === 'object' && facts !== null ? (facts as Readonly<Record<string, unknown>>) : {}
  return { password: known['password'] === true, authenticator: known['authenticator'] === true, passkey: known['passkey'] === true }
}
