import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { Component, type ReactNode } from 'react'
import { say } from './words.ts'

type Props = Readonly<{ children: ReactNode }>

/** Keeps a screen that cannot be drawn from taking the menu away with it. */
export class ErrorBoundary extends Component<Props, Readonly<{ isBroken: boolean }>> {
  static getDerivedStateFromError(): Readonly<{ isBroken: boolean }> {
    return { isBroken: true }
  }

  override state = { isBroken: false }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return <Retry reason={{ message: say('app.broken') }} onRetry={() => this.setState({ isBroken: false })} />
  }
}
