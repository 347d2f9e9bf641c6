import { patiently } from '@rueda/ui/loading/patiently.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Suspense, lazy } from 'react'
import { isIndex, marketOf } from './instrument.ts'

const AlertForm = lazy(async () => ({ default: (await patiently(() => import('../alerts/AlertForm.tsx'))).AlertForm }))

/** Form for a new alert on the instrument on screen. Inside a sheet. */
export function NewAlert({ quote, onDone }: Readonly<{ quote: Quote; onDone: () => void }>) {
  const { name, stock_code, market, decimals, price_nominal } = quote
  const subject = { name, stockCode: stock_code, market: marketOf(market), decimals, price: price_nominal, hasVolume: !isIndex(quote) }
  return (
    <Suspense fallback={null}>
      <AlertForm subject={subject} onDone={onDone} />
    </Suspense>
  )
}
