import type { Endpoint, EndpointGroup } from '@rueda/contract/endpoint.ts'
import type { Handler, Handlers, Sharing } from './handler.ts'

/** An endpoint of the contract with what answers it. */
export type Route = Readonly<{ endpoint: Endpoint; handle: Handler<Endpoint>; sharing: Sharing<Endpoint> | null }>
export type Registered = readonly Route[]

/** Joins a group of the contract with its handlers; the compiler asks for every one and for its own input. */
export const routes = <Group extends EndpointGroup>(group: Group, handlers: Handlers<Group>): Registered =>
  sharedRoutes(group, {}, handlers)

/** Does the same for a group with shared reads; `sharing` names them and for how long each holds. */
export type SharedReads<Group extends EndpointGroup> = { readonly [Name in keyof Group]?: Sharing<Group[Name]> }

export function sharedRoutes<Group extends EndpointGroup>(
  group: Group,
  sharing: SharedReads<Group>,
  handlers: Handlers<Group>,
): Registered {
  return Object.entries(group).map(([name, endpoint]) => {
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`no handler for ${endpoint.method} ${endpoint.path}`)
    // The server parses the input with this very endpoint's schema, so the handler gets what its type says.
    return { endpoint, handle: handler as unknown as Handler<Endpoint>, sharing: (sharing[name] ?? null) as Sharing<Endpoint> | null }
  })
}
