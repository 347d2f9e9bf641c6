import { patiently } from '@rueda/ui/loading/patiently.ts'
import { Suspense, lazy, useEffect } from 'react'
import { useAlarm } from '../shared/trust/alarm.ts'
import { wholeText } from '../shared/text/text.ts'
import { whenIdle } from '../shared/device/idle.ts'

const TrustBar = lazy(async () => {
  const load = () => Promise.all([import('../shared/trust/TrustBar.tsx'), wholeText()])
  const [bar] = await patiently(load)
  return { default: bar.TrustBar }
})

/** Starts the watch over the house's word once the first screen is there, and keeps the place of its bar over every screen. */
export function TrustAlarm() {
  const alarm = useAlarm()
  useEffect(() => whenIdle(() => void watch().catch(() => undefined)), [])
  if (alarm === null) return null
  return (
    <Suspense fallback={<div aria-busy className={alarm === 'red' ? 'h-11 flex-none bg-danger' : 'h-11 flex-none bg-warn-fill'} />}>
      <TrustBar />
    </Suspense>
  )
}

async function watch(): Promise<void> {
  const { startWatch } = await import('../shared/trust/watch.ts')
  startWatch()
}
