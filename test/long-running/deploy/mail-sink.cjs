// A mail server that takes everything and keeps the envelope of each mail as a line of a file: `node mail-sink.cjs <port> <file>`.
'use strict'
const { appendFileSync } = require('node:fs')
const { createServer } = require('node:net')
const [port, file] = process.argv.slice(2)
createServer((socket) => {
  let isData = false
  let pending = ''
  const say = (line) => socket.write(`${line}\r\n`)
  say('220 sink')
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const lines = (pending + chunk).split('\r\n')
    pending = lines.pop()
    for (const line of lines) {
      if (isData) {
        if (line === '.') {
          isData = false
          say('250 taken')
        }
      } else if (/^data$/i.test(line)) {
        isData = true
        say('354 go on')
      } else if (/^quit/i.test(line)) socket.end('221 bye\r\n')
      else {
        if (/^rcpt/i.test(line)) appendFileSync(file, `${line}\n`)
        say('250 fine')
      }
    }
  })
}).listen(Number(port), '127.0.0.1')
