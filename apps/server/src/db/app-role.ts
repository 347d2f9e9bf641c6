import type { ClientBase } from 'pg'

/**
 * The running server works as a role of its own that may neither change nor delete what is append-only; the owner of
 * the database only migrates. Where the owner may not make roles there is none, and the triggers stand alone.
 */
export const APP_ROLE = 'rueda_app'

export const takeAppRole = (client: ClientBase): Promise<void> => takeRole(client, APP_ROLE)

/** Takes a role; without such a role, or without membership in it, everything stays as it is. */
export const takeRole = async (client: ClientBase, role: string): Promise<void> =>
  void (await client.query(
    `select set_config('role', rolname, false) from pg_roles where rolname = $1 and pg_has_role(session_user, oid, 'MEMBER')`,
    [role],
  ))
export const becomeOwner = async (client: ClientBase): Promise<void> => void (await client.query('reset role'))
