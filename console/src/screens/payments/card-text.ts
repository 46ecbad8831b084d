/** A card by its scheme and last four digits; no more of the number is shown. */
export const cardText = ({
  card_schema_type: scheme,
  last4,
}: {
  card_schema_type: string | null
  last4: string | null
}): string => [scheme, last4 && `•••• ${last4}`].filter(Boolean).join(' ') || '–'
