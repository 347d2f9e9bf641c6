import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/console.css'
import { Console } from './app/Console.tsx'
import { UiFrame } from './app/UiFrame.tsx'
import { useHash } from './app/use-hash.ts'
import { EmergencyDoor } from './screens/staff/EmergencyDoor.tsx'
import { EMERGENCY_DOOR, setupTokenOf } from './screens/staff/setup-token.ts'
import { Setup } from './screens/staff/Setup.tsx'

const place = document.getElementById('console')
if (place === null) throw new Error('The page has no place for the console.')

/** A set-up link and the emergency door open before anybody can sign in; everything else is inside. */
function Start() {
  const hash = useHash()
  const token = setupTokenOf(hash)
  if (hash === EMERGENCY_DOOR)
    return (
      <UiFrame>
        <EmergencyDoor />
      </UiFrame>
    )
  return <UiFrame>{token === null ? <Console /> : <Setup token={token} />}</UiFrame>
}

createRoot(place).render(
  <StrictMode>
    <Start />
  </StrictMode>,
)
