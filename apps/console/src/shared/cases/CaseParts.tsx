import type { Posting, SignIn } from '@rueda/contract/admin/evidence.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import type { ReactNode } from 'react'
import { figure } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import { say } from '../../app/words.ts'

/** Evidence on the left, in view while somebody decides on the right; one under the other where there is no room. */
export const CaseColumns = ({ evidence, decision }: Readonly<{ evidence: ReactNode; decision: ReactNode }>) => (
  <div className="grid items-start gap-6 panes:grid-cols-[minmax(0,1fr)_minmax(0,360px)]">
    <div className="flex min-w-0 flex-col gap-5 panes:sticky panes:top-0">{evidence}</div>
    {decision === null ? null : <div className="min-w-0 panes:border-l panes:border-line panes:pl-6">{decision}</div>}
  </div>
)

export const Evidence = ({ title, children }: Readonly<{ title: string; children: ReactNode }>) => (
  <section aria-label={title}>
    <h3 className="pb-1.5 text-label text-text2">{title}</h3>
    {children}
  </section>
)

export type Fact = Readonly<{ label: string; value: ReactNode; alarming?: boolean }>

/** Known facts, line by line; those that speak against it stand out. */
export const FactList = ({ facts }: Readonly<{ facts: readonly (Fact | null)[] }>) => (
  <dl className="grid grid-cols-[minmax(140px,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-label">
    {facts.map((fact) =>
      fact === null ? null : (
        <div key={fact.label} className="contents">
          <dt className="text-text3">{fact.label}</dt>
          <dd className={`break-words ${fact.alarming === true ? 'text-danger' : ''}`}>{fact.value ?? '—'}</dd>
        </div>
      ),
    )}
  </dl>
)

/** Two names side by side, because the decider compares them letter by letter. */
export const nameFacts = ({ holder, person }: Readonly<{ holder: string | null; person: string | null }>): readonly Fact[] => [
  { label: say('case.holder'), value: holder ?? say('case.noHolder'), alarming: holder !== null && !isSameName(holder, person) },
  { label: say('case.person'), value: person ?? say('case.nobodyChecked'), alarming: person === null },
]

const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase().trim()
const isSameName = (one: string, other: string | null): boolean => other !== null && plain(one) === plain(other)

type Flag = Readonly<{ flag: string; name: string }>

/** What the rules had against it, each in a word. */
export const RiskFlags = ({ title, none, flags }: Readonly<{ title: string; none: string; flags: readonly Flag[] }>) => (
  <Evidence title={title}>
    <div className="flex flex-wrap gap-2">
      {flags.length === 0 ? <p className="text-label text-text3">{none}</p> : null}
      {flags.map(({ flag, name }) => (
        <Pill key={flag} tone="warn">
          {name}
        </Pill>
      ))}
    </div>
  </Evidence>
)

type Earlier = Readonly<{ id: string; what: string; at: number }>

/** The customer's others of the same kind, the newest first. */
export const Others = ({ title, none, rows }: Readonly<{ title: string; none: string; rows: readonly Earlier[] }>) => (
  <Evidence title={title}>
    {rows.length === 0 ? <p className="text-label text-text3">{none}</p> : null}
    <ul className="flex flex-col gap-1 text-label">
      {rows.map(({ id, what, at }) => (
        <li key={id} className="num flex justify-between gap-4">
          <span>{what}</span>
          <span className="text-text3">{moment(at)}</span>
        </li>
      ))}
    </ul>
  </Evidence>
)

/** The exact entries that approving will post. */
export const Postings = ({ postings }: Readonly<{ postings: readonly Posting[] }>) => (
  <Evidence title={say('case.postings')}>
    {postings.length === 0 ? <p className="text-label text-text3">{say('case.noPostings')}</p> : null}
    {postings.map(({ journal, lines }) => (
      <table key={journal} aria-label={journal} className="mb-2 w-full rounded-control bg-s2 text-label">
        <tbody>
          {lines.map(({ account, asset, amount }, place) => (
            <tr key={`${account} ${asset}`}>
              <th scope="row" className="w-12 py-1 pl-3 text-left text-meta font-normal text-text3">
                {place === 0 ? journal : ''}
              </th>
              <td className="py-1 break-all">
                <code className="text-meta">{account}</code>
              </td>
              <td className="num py-1 pr-3 text-right whitespace-nowrap">
                {figure(amount)} {asset}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    ))}
  </Evidence>
)

export const SignIns = ({ signIns }: Readonly<{ signIns: readonly SignIn[] }>) => (
  <Evidence title={say('case.signIns')}>
    {signIns.length === 0 ? <p className="text-label text-text3">{say('app.empty')}</p> : null}
    <ul className="flex flex-col gap-1 text-label">
      {signIns.map(({ device, timestamp, ended }) => (
        <li key={`${device} ${timestamp}`} className="flex justify-between gap-4">
          <span>{device}</span>
          <span className="text-text3">
            {moment(timestamp)}
            {ended === null ? '' : ` · ${say('case.signInEnded')}`}
          </span>
        </li>
      ))}
    </ul>
  </Evidence>
)
