import { markets } from '@rueda/contract/codes.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useSignedIn } from '../security/session.ts'
import { asApiError } from '../server/api-error.ts'
import { call } from '../server/api.ts'
import { refreshAfter } from '../server/refresh-after.ts'

/** The order that this device kept before orders belonged to accounts: "US:ARDV", as it was arranged. */
export const useDeviceOrder = create<Readonly<{ codes: readonly string[] }>>()(
  persist((): Readonly<{ codes: readonly string[] }> => ({ codes: [] }), { name: 'rueda.watchOrder' }),
)

let isUnderWay = false

/** Gives the order of this device to the account that is signed in, once, and forgets it (`docs/rules/watchlist.md` P.2). */
export function useGiveDeviceOrder(): void {
  const cache = useQueryClient()
  const signedIn = useSignedIn()
  const codes = useDeviceOrder((order) => order.codes)
  useEffect(() => {
    if (!signedIn || codes.length === 0 || isUnderWay) return
    isUnderWay = true
    const forget = () => useDeviceOrder.setState({ codes: [] })
    void call(watchlist.takeOrder, { instruments: codes.flatMap((code) => instrumentOf(code) ?? []) })
      .then(forget)
      .then(() => refreshAfter(cache, watchlist.takeOrder))
      // Without a connection it is given the next time; what the server will not take, it never will.
      .catch((thrown: unknown) => (asApiError(thrown).kind === 'refusal' ? forget() : undefined))
      .finally(() => {
        isUnderWay = false
      })
  }, [cache, signedIn, codes])
}

function instrumentOf(code: string) {
  const [name, stockCode] = code.split(':')
  const market = markets.find((each) => each === name)
  return market === undefined || stockCode === undefined ? null : { market, stockCode }
}
