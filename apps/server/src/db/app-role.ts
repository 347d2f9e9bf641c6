import type { ClientBase } from 'pg'

/**
 * The running server works as a role of its own that may neither change nor delete what is append-only; the owner of
 * the database only migrates. Where the owner may not make roles there is none, and the triggers stand alone.
 */
export const APP_ROLE = 'rueda_app'

const TAKE_ROLE = `select set_config('role', rolname, false) from pg_roles where rolname = '${APP_ROLE}' and pg_has_role(session_user, oid, 'MEMBER')`

export const takeAppRole = async (client: ClientBase): Promise<void> => void (await client.query(TAKE_ROLE))
export const becomeOwner = async (client: ClientBase): Promise<void> => void (await client.query('reset role'))
