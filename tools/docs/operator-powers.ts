import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allStaffEndpoints } from '@rueda/contract/admin/contract.ts'
import { powerNames, powerOf } from '@rueda/rules/staff/powers.ts'
import { root } from '../root.ts'
import { markdownTable, page } from './page.ts'

/** The register of operator powers, from the same table that the back office runs on. */
export function operatorPowers(): string {
  const english = JSON.parse(readFileSync(join(root, 'packages/text/en/powers.json'), 'utf8')) as Record<string, string>
  const rows = powerNames.map((name) => {
    const { roles, kind, people, concerns } = powerOf(name)
    const calls = allStaffEndpoints()
      .filter(({ power, access }) => power === name && (access === 'staff' || name !== 'staff.self'))
      .map(({ method, path }) => `\`${method} /admin${path}\``)
    return [`\`${name}\``, english[name] ?? '', kind, people, concerns, roles.join(', '), calls.join(' ')]
  })
  return page('Operator powers', [
    'Everything that staff can do, from the table that the back office runs on (`packages/rules/src/staff/powers.ts`). What is not here cannot be ' +
      'done: there is no power, route, role or grant to set a price, a balance, a fill, a position, an allotment or a result.',
    '`look` reads lists with personal data masked, `open` reads one customer’s data for a reason, `take` carries a marked and masked copy out of the ' +
      'house, `act` changes something. All but looking is written into an audit log that nobody can change, and what concerns a customer stands on the customer’s own timeline at once.',
    markdownTable(['power', 'what it is', 'kind', 'persons', 'concerns', 'roles', 'calls'], rows),
  ])
}
