// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { makeQueryClient } from './api.ts'

afterEach(() => vi.restoreAllMocks())

it('a page that was opened without a connection reads once it has one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const client = makeQueryClient()
  client.mount()
  const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no network')).mockResolvedValue('prices')
  const observer = new QueryObserver(client, { queryKey: ['prices'], queryFn: read, retry: false })
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('prices'))
  stop()
  client.unmount()
})
