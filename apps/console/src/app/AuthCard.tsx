import type { ReactNode } from 'react'
import { say } from './words.ts'

/** The card in front of the console, for signing in and setting up. */
export function AuthCard({ title, children }: Readonly<{ title: string; children: ReactNode }>) {
  return (
    <main className="grid min-h-dvh place-items-center bg-bg p-5">
      <section className="w-full max-w-[400px] rounded-card bg-s1 p-6 shadow-card">
        <p className="pb-1 text-meta text-text3">Rueda · {say('app.name')}</p>
        <h1 className="pb-4 text-title">{title}</h1>
        {children}
        <p className="pt-4 text-meta text-text3">{say('signIn.watched')}</p>
      </section>
    </main>
  )
}
