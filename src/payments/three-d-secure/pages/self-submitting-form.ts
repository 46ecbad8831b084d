/** A form that submits itself to a bank's page, with a button for browsers without scripts. */
import type { ChallengeStart, NextStep } from '../../../connectors/three-d-secure.ts'
import { type Language, texts } from '../../../core/phrases/texts.ts'
import { cspHash, Html, markup } from '../../../infra/http/html.ts'

const SUBMIT = `document.getElementById('three-d').submit()`
export const SUBMIT_HASH = cspHash(SUBMIT)

const TEXTS = texts(
  { title: 'Taking you to your bank', button: 'Go to the bank' },
  { title: 'Bankanıza yönlendiriliyorsunuz', button: 'Bankaya git' },
)

export const renderSelfSubmittingForm = (step: NextStep, language: Language): string => {
  const { title, button } = TEXTS[language]
  const { action, method, fields } =
    step.kind === 'form' ? { ...step, method: 'post' } : { action: step.url, method: 'get', fields: {} }
  const inputs = Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">\n`,
  )
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body>
<form id="three-d" method="${method}" action="${action}">
${inputs}<p>${title}</p>
<button>${button}</button>
</form>
<script>${new Html(SUBMIT)}</script>
</body>
</html>
`.text
}

export const carriesCard = (step: NextStep, { card }: Pick<ChallengeStart, 'card'>): boolean =>
  step.kind === 'form' &&
  Object.values(step.fields).some(
    (value) => card.number.use((number) => value.includes(number)) || card.cvv?.use((cvv) => value === cvv),
  )
