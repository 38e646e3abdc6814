// Puts a file of 64 kB into a folder of files, and says what came of it.
import { createFolderFiles } from '../../src/media/folder-files.ts'

const files = createFolderFiles(process.argv[2] ?? '')
const put = files.put('originals/ab/cd/abcd.jpg', new Uint8Array(65_536))
process.stdout.write(
  await put.then(
    () => 'stored',
    (error) => `${error}`,
  ),
)
