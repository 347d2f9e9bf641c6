import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Compass } from 'lucide-react'
import { say } from './words.ts'

/** The page for an address that the console does not have, or no longer. */
export const NotFound = () => (
  <EmptyState
    icon={Compass}
    text={say('app.notFound')}
    action={
      <a href="#/" className="font-semibold text-accent">
        {say('app.toStart')}
      </a>
    }
  />
)
