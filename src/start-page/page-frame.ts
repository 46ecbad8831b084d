/** The frame around each page. */
import { type Html, markup } from '../infra/http/html.ts'

export const page = (title: string, content: Html): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/page.css">
<script src="/page.js" defer></script>
</head>
<body>
${content}
</body>
</html>
`.text
