import { build } from 'esbuild'
import { gzipSync } from 'node:zlib'
import { writeFileSync } from 'node:fs'
const r = await build({ entryPoints:['sdk/src/entries/index.ts'], bundle:true, splitting:true, outdir:'/tmp/x', minify:true, format:'esm', write:false, define:{'process.env.NODE_ENV':'"production"'}, target:'es2022', metafile:true, platform:'neutral', mainFields:['module','main'], conditions:['import'] })
const files = r.outputFiles.filter(f=>/index|chunk/.test(f.path))
const code = files.map(f=>f.text).join('\n'); writeFileSync('/tmp/all.min.js', code)
console.log(code.length, gzipSync(code,{level:9}).length)
// split openapi-fetch share
const strings = [...code.matchAll(/"[^"]{25,}"|`[^`]{25,}`/g)].map(m=>m[0]); console.log(strings.join('\n').length, gzipSync(strings.join('\n')).length)
