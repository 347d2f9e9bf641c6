import { arrowTarget } from '@rueda/ui/lists/arrow-target.ts'
import { classes } from '@rueda/ui/look/classes.ts'
import { UserRound, type LucideIcon } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type RoutePath, entryOf } from '../../routes.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { menuGroups, openDoors, useDoorName } from '../../shared/profile/menu.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { PROFILE } from './sections.ts'

/** The groups of the profile's menu that are listed here; products have a way of their own. */
export const sectionGroups = menuGroups.filter(({ title }) => title !== 'group.products')

/** The pages of an account and of help beside the one in view, so that one goes from one to the next; arrows go through them. */
export function SectionList({ current }: Readonly<{ current: RoutePath }>) {
  const t = useText('desk')
  const words = useText('profile')
  const titles = useText('titles')
  const nameOf = useDoorName()
  const signedIn = useSignedIn()
  return (
    <nav
      aria-label={t('sections')}
      onKeyDown={goThroughLinks}
      className="w-[232px] flex-none overflow-y-auto border-r border-line px-2 py-3"
    >
      <Section path={PROFILE} icon={UserRound} label={titles(entryOf(PROFILE).title)} current={current} />
      {sectionGroups.map(({ title, doors }) => {
        const open = openDoors(doors, signedIn)
        return open.length === 0 ? null : (
          <section key={title} aria-label={words(title)}>
            <h2 className="px-2.5 pt-3 pb-1 text-micro text-text3">{words(title)}</h2>
            {open.map((door) => (
              <Section key={door.path} path={door.path} icon={door.icon} label={nameOf(door)} current={current} />
            ))}
          </section>
        )
      })}
    </nav>
  )
}

type SectionProps = Readonly<{ path: RoutePath; icon: LucideIcon; label: string; current: RoutePath }>

function Section({ path, icon: Icon, label, current }: SectionProps) {
  const isCurrent = path === current
  return (
    <a
      href={hrefTo(path)}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(
        'flex min-h-8 items-center gap-2.5 rounded-control px-2.5 py-1 text-meta leading-tight hover:bg-s2',
        isCurrent ? 'bg-accent-tint font-semibold text-accent' : 'text-text2',
      )}
    >
      <Icon aria-hidden size={16} className="flex-none" />
      {label}
    </a>
  )
}

function goThroughLinks(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const at = links.findIndex((link) => link === event.target)
  const to = links[arrowTarget(event, at, links.length) ?? NOWHERE]
  if (to === undefined) return
  event.preventDefault()
  to.focus()
}
const NOWHERE = -1
