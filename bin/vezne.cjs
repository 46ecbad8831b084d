#!/usr/bin/env node
/**
 * `vezne start` and all other commands of an installed package. In the JavaScript of any Node that people still have, so that an old one
 * is told what is missing and does not stumble over syntax. Packages lie under node_modules, where Node strips no types by itself.
 */
'use strict'
var childProcess = require('child_process')
var fs = require('fs')
var path = require('path')
var url = require('url')

var NEEDED = 26
var root = path.dirname(__dirname)
var words = process.argv.slice(2)

function major(version) {
  return Number(String(version).replace(/^v/, '').split('.')[0])
}

/** The Node that came as an optional package, if it is there. */
function nodeOfPackages() {
  var places = module.paths.concat(path.join(root, 'node_modules'))
  for (var at = 0; at < places.length; at++) {
    var file = path.join(places[at], 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (fs.existsSync(file)) return file
  }
  return undefined
}

function runBy(node) {
  var child = childProcess.spawn(node, [__filename].concat(words), { stdio: 'inherit' })
  var forward = function (signal) {
    process.on(signal, function () {
      child.kill(signal)
    })
  }
  ;['SIGTERM', 'SIGINT', 'SIGHUP'].forEach(forward)
  child.on('error', function (error) {
    process.stderr.write(node + ' could not be started: ' + error.message + '\n')
    process.exit(1)
  })
  child.on('close', function (code) {
    process.exit(code === null ? 1 : code)
  })
}

/** Types are stripped by Node itself, but for what lies under node_modules. */
function stripTypes() {
  if (root.split(path.sep).indexOf('node_modules') < 0) return
  var hook = url.pathToFileURL(path.join(__dirname, 'strip-types.mjs')).href
  // Processes that the program starts need it as well.
  process.env.NODE_OPTIONS = ((process.env.NODE_OPTIONS || '') + ' --import=' + hook).trim()
  require('./strip-types.mjs')
}

/** `import()` is a syntax that a Node of before 2019 does not read, so it is not written down. */
var load = new Function('address', 'return import(address)')

function run() {
  stripTypes()
  var program = words[0] === 'start' ? ['src', 'main.ts'] : ['src', 'cli', 'vezne.ts']
  load(url.pathToFileURL(path.join.apply(path, [root].concat(program))).href).catch(function (error) {
    process.stderr.write(error.stack + '\n')
    process.exit(1)
  })
}

if (major(process.version) >= NEEDED) run()
else if (nodeOfPackages() !== undefined) runBy(nodeOfPackages())
else {
  process.stderr.write(
    'Vezne needs Node ' +
      NEEDED +
      ' or newer, and this is ' +
      process.version +
      '. Install a newer one, or install the package with its optional packages (without --omit=optional): they bring the right one.\n',
  )
  process.exit(1)
}
