import { powerNames } from '@rueda/rules/staff/powers.ts'
import { actReasons } from '@rueda/rules/staff/reasons.ts'
import { z } from 'zod'
import { pageInput, pageOf } from '../envelope.ts'
import { flag, identifier, text, timestamp } from '../fields.ts'
import { staffEndpoint, why } from './endpoint.ts'

/** The audit log: what staff did, when and why, in a chain that shows every change to it. */
const auditRow = z
  .object({
    sequence: z.number().int(),
    timestamp,
    staffId: identifier,
    staffName: z.string(),
    /** A role of every house, or the name of a composed one. */
    role: z.string(),
    power: z.enum(powerNames),
    accountId: z.string().nullable(),
    subject: z.string().nullable(),
    reason: z.enum(actReasons),
    note: z.string().nullable(),
    before: z.unknown(),
    after: z.unknown(),
    requestId: identifier,
    address: z.string(),
    approvalId: identifier.nullable(),
    hash: z.string(),
  })
  .meta({ id: 'AuditRow' })
export type AuditRow = z.output<typeof auditRow>

const alert = z
  .object({
    id: identifier,
    staffId: identifier,
    staffName: z.string(),
    kind: z.enum(['reads', 'emergency']),
    /** Customers opened within the hour, as the line was crossed; null where the emergency account was opened. */
    reads: z.number().int().nullable(),
    timestamp,
    acknowledgedBy: z.string().nullable(),
    acknowledgedTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'StaffAlert' })
export type StaffAlert = z.output<typeof alert>

const MAX_NUMBER = 18
const wanted = { power: z.enum(powerNames).optional(), staffId: identifier.optional(), accountId: text(MAX_NUMBER).optional() }

export const audit = {
  alerts: staffEndpoint({
    method: 'GET',
    path: '/audit/alerts',
    power: 'audit.read',
    summary: 'Who opened unusually many customers within an hour, and uses of the emergency account; what nobody has looked at comes first',
    input: z.object({}),
    data: z.array(alert),
  }),
  acknowledge: staffEndpoint({
    method: 'POST',
    path: '/audit/acknowledge',
    power: 'alerts.acknowledge',
    summary: 'Say that an alert was looked at; never one of the own',
    input: z.object({ ...why, id: identifier }),
    data: z.literal(true),
    refusals: ['object.not_found', 'approval.same_person'],
  }),
  list: staffEndpoint({
    method: 'GET',
    path: '/audit',
    power: 'audit.read',
    summary: 'The audit log, the newest first',
    input: z.object({ ...pageInput, ...wanted }),
    data: pageOf(auditRow),
  }),
  export: staffEndpoint({
    method: 'POST',
    path: '/audit/export',
    power: 'audit.export',
    summary: 'Up to five thousand rows of the audit log as CSV: account numbers masked, without notes, marked with who took it',
    input: z.object({ ...why, ...wanted }),
    data: z.object({ fileName: z.string(), content: z.string(), entries: z.number().int(), isCut: flag }),
  }),
  verify: staffEndpoint({
    method: 'GET',
    path: '/audit/verify',
    power: 'audit.read',
    summary: 'Recompute the chain and compare it with the anchors outside the database; the first broken row, if any',
    input: z.object({}),
    data: z.object({
      rows: z.number().int(),
      head: z.string(),
      anchors: z.number().int(),
      /** The first row that does not fit, and why. */
      broken: z.object({ sequence: z.number().int(), fault: z.string() }).nullable(),
    }),
  }),
} as const
