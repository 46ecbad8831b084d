/** A test card between its row and the interface. */
import { cvvLength, maskCardNumber } from '../../core/card-number.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import type { CreateTestCardBody, UpdateTestCardBody } from './test-card-schemas.ts'
import type { ReplacedCard, TestCardRow } from './test-card-store.ts'

export const testCardBody = (row: TestCardRow) => ({
  extra_properties_dict: row.extra_properties,
  id: row.id,
  masked_card_number: maskCardNumber(row.card_number),
  card_number: row.card_number,
  card_holder_name: row.card_holder_name,
  expiry_month: row.expiry_month,
  expiry_year: row.expiry_year,
  cvv: row.cvv,
  card_schema_type: row.card_schema_type,
  card_type: row.card_type,
  card_brand: row.card_brand,
  expected_result: row.expected_result,
  custom_error_code: row.custom_error_code,
  custom_error_message: row.custom_error_message,
  simulated_delay_ms: row.simulated_delay_ms,
  label: row.label,
  is_active: row.is_active,
  created: isoTime(row.created),
  last_modified: isoTime(row.last_modified),
})

/** Returns the columns that a write sets: absent optional members take their defaults. */
export const replacedCard = (body: UpdateTestCardBody, cardNumber: string, now: Date): ReplacedCard => ({
  card_holder_name: body.card_holder_name || 'TEST CARD',
  expiry_month: body.expiry_month,
  expiry_year: body.expiry_year,
  cvv: body.cvv ?? '0'.repeat(cvvLength(cardNumber)),
  card_schema_type: body.card_schema_type,
  card_type: body.card_type,
  card_brand: body.card_brand,
  expected_result: body.expected_result,
  custom_error_code: body.custom_error_code || null,
  custom_error_message: body.custom_error_message || null,
  simulated_delay_ms: body.simulated_delay_ms ?? null,
  label: body.label || null,
  extra_properties: body.extra_properties_dict ?? {},
  last_modified: now,
})

export const newTestCard = (tenantId: string, body: CreateTestCardBody, now: Date): TestCardRow => ({
  ...replacedCard(body, body.card_number, now),
  tenant_id: tenantId,
  id: newId(now.getTime()),
  card_number: body.card_number,
  is_active: true,
  is_deleted: false,
  created: now,
})
