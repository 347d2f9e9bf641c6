import { Card } from '@rueda/ui/layout/Card.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { WIDE, useMedia } from '../../shared/device/appearance.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { LogoutRow } from '../../shared/profile/LogoutRow.tsx'
import { menuGroups, openDoors, useDoorName } from '../../shared/profile/menu.ts'
import { useText } from '../../shared/text/text.ts'
import { SuitabilityStanding } from './SuitabilityStanding.tsx'

/** The links of the profile; for a guest only those a guest may open. On a desk most of them stand beside the page. */
export function ProfileMenu({ signedIn }: { signedIn: boolean }) {
  const t = useText('profile')
  const nameOf = useDoorName()
  const wide = useMedia(WIDE)
  const groups = wide ? menuGroups.filter(({ title }) => title === 'group.products') : menuGroups
  return (
    <>
      {groups.map(({ title, doors }) => {
        const open = openDoors(doors, signedIn)
        return open.length === 0 ? null : (
          <Card key={title} rows title={t(title)}>
            {open.map((door) => (
              <ListRow
                key={door.path}
                icon={door.icon}
                label={nameOf(door)}
                detail={door.path === 'pages/setting/suitability' ? <SuitabilityStanding /> : undefined}
                href={hrefTo(door.path)}
              />
            ))}
          </Card>
        )
      })}
      {signedIn ? (
        <Card rows>
          <LogoutRow />
        </Card>
      ) : null}
    </>
  )
}
