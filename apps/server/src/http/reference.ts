import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { envelopeOf } from '@rueda/contract/envelope.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** The API reference at `/docs`, drawn from the contract: what is checked is what is written there. */
export const REFERENCE_PATH = '/docs'

export async function addReference(server: FastifyInstance, { version }: Readonly<{ version: string }>): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Rueda', version, description: 'Every answer carries `code` (200 is success) and `venue`, the market it is about.' },
      components: { securitySchemes: { session: { type: 'apiKey', name: 'authorization', in: 'header' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await server.register(swaggerUi, { routePrefix: REFERENCE_PATH, uiConfig: { docExpansion: 'none' } })
}

const PATH_FIELD = /\{(\w+)\}/gu

const described = new WeakMap<Endpoint, FastifySchema>()

/** The schema of an endpoint, the same for every server of this process. */
export function schemaOf(endpoint: Endpoint): FastifySchema {
  const known = described.get(endpoint)
  if (known !== undefined) return known
  const schema = describe(endpoint)
  described.set(endpoint, schema)
  return schema
}

function describe(endpoint: Endpoint): FastifySchema {
  const inPath = new Set([...endpoint.path.matchAll(PATH_FIELD)].map(([, name = '']) => name))
  const fields = endpoint.input instanceof z.ZodObject ? Object.entries(endpoint.input.shape as z.ZodRawShape) : []
  const params = z.object(Object.fromEntries(fields.filter(([name]) => inPath.has(name))))
  const rest = z.object(Object.fromEntries(fields.filter(([name]) => !inPath.has(name))))
  return {
    tags: [endpoint.path.split('/')[1] ?? ''],
    summary: endpoint.summary,
    description: refusalsOf(endpoint),
    ...(endpoint.access !== 'public' && { security: [{ session: [] }] }),
    ...(inPath.size > 0 && { params }),
    ...(endpoint.method === 'GET' ? { querystring: rest } : { body: rest }),
    response: { 200: envelopeOf(endpoint.data) },
  }
}

function refusalsOf({ refusals, idempotent }: Endpoint): string {
  const named = refusals.map((refusal) => `\`${refusal}\` (${codeOf(refusal)})`)
  const lines = [named.length > 0 ? `May be refused with ${named.join(', ')}.` : '', idempotent ? 'Takes an `Idempotency-Key`.' : '']
  return lines.filter(Boolean).join(' ')
}
