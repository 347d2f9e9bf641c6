import { type ComponentType, lazy } from 'react'
import type { LoadScreen } from '../routes.ts'

const LOAD_WITHIN_MS = 60_000

/** A screen's code, fetched when first shown. After a failure the next try starts over. */
export type LazyScreen = Readonly<{ component: () => ComponentType; again: () => void; prepare: () => void }>

export function lazyScreen(load: LoadScreen): LazyScreen {
  let component = lazy(() => within(load()))
  return {
    component: () => component,
    again: () => void (component = lazy(() => within(load()))),
    prepare: () => void load().catch(() => undefined),
  }
}

function within<Value>(loading: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('The page did not arrive.', 'TimeoutError')), LOAD_WITHIN_MS)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
