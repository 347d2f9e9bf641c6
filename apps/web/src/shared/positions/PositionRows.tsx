import type { Position } from '@rueda/contract/positions.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { useState } from 'react'
import { HoldingMenu } from './HoldingMenu.tsx'
import { HoldingRow } from './HoldingRow.tsx'

/** Positions one under the other, each with its actions. */
export function PositionRows({ list, title }: Readonly<{ list: readonly Position[]; title?: string }>) {
  const [chosen, setChosen] = useState<Position | null>(null)
  return (
    <>
      <Card rows title={title}>
        {list.map((position) => (
          <HoldingRow key={position.id} position={position} onContext={() => setChosen(position)} />
        ))}
      </Card>
      <HoldingMenu position={chosen} onClose={() => setChosen(null)} />
    </>
  )
}
