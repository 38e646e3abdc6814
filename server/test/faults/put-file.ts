// Puts a file of 64 kB into a folder of files, and says what came of it.
import { createFolderFiles } from '../../src/media/folder-files.ts'

const files = createFolderFiles(process.argv[2] ?? '')
const put = files.drafts
  .write([new Uint8Array(65_536)])
  .then((draft) => files.put('accounts/ab/abcd.jpg', draft))
process.stdout.write(
  await put.then(
    () => 'stored',
    (error) => `${error}`,
  ),
)
