/** The OpenAPI documents of all surfaces, made without a running program. */
import { buildOpenApiDocument } from '../../src/access/documents/openapi.ts'
import type { SurfaceName } from '../../src/access/endpoint.ts'
import { listDocumentedEvents } from '../../src/app/surfaces.ts'
import { allEndpoints } from './operations-page.ts'

export const allDocuments = (): Record<SurfaceName, Record<string, unknown>> => {
  const documents = Object.entries(allEndpoints()).map(([name, endpoints]) => [
    name,
    buildOpenApiDocument({
      name: name as SurfaceName,
      endpoints,
      url: 'https://api.example.com',
      errorsBase: 'https://api.example.com/errors',
      events: listDocumentedEvents(name as SurfaceName),
    }),
  ])
  return Object.fromEntries(documents)
}
