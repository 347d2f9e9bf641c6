import { expect, it } from 'vitest'
import { outsideAddress } from './outside.ts'

it.each([
  ...[undefined, null, '', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'http://example.org/', '//evil.example'],
  ...['\\\\evil.example', 'https:\\\\evil.example', 'https://good.example\\@evil.example/', 'https://user@evil.example/'],
  ...['https://good.example:pass@evil.example/', 'https://example.org:8443/', 'https://localhost/', 'https://', ' https://example.org/'],
  ...['https://exa\nmple.org/', 'blob:https://example.org/x', 'HTTPS//example.org', 'https:example.org', '/pages/home/index'],
])('%j is no address to be opened', (given) => expect(outsideAddress(given)).toBeNull())

it.each([
  ['https://example.org/prospectus.pdf?x=1#page=2', 'example.org'],
  ['HTTPS://Example.ORG/@somebody', 'example.org'],
  // A name in other letters is shown as the browser resolves it, and looks like no other.
  ['https://еxample.org/', 'xn--xample-2of.org'],
])('%s goes to %s', (given, host) => expect(outsideAddress(given)?.host).toBe(host))
