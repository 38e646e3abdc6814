import { labels } from '../../src/labels.ts'

/** The kinds of sites in the dialog, with what an owner does there after copying the code. */
export const places = {
  wordpress: {
    name: 'WordPress',
    steps: [
      'Open the page in the editor of WordPress, as an editor or administrator.',
      'Where the photos belong, press + and choose the block “Custom HTML”.',
      'Paste the two lines into the block.',
      'Press “Publish” or “Save”, and open the page as a visitor.',
    ],
  },
  shopify: {
    name: 'Shopify',
    steps: [
      'Open Online Store, Themes, and “Customize” your theme.',
      'Choose the page, “Add section”, and “Custom Liquid”.',
      'Paste the two lines into the field “Liquid code”.',
      'Press “Save”, and open your shop.',
    ],
  },
  squarespace: {
    name: 'Squarespace',
    steps: [
      'Edit the page, and add a block of the type “Code”.',
      'Choose HTML, delete the example, and paste the two lines.',
      'Press “Save”. The editor shows a placeholder; open the page in another tab.',
    ],
  },
  wix: {
    name: 'Wix',
    steps: [
      'In the editor, choose “Add Elements”, “Embed Code”, “Embed HTML”.',
      'Press “Enter Code”, choose “Code”, and paste the two lines.',
      'Press “Update”, and make the frame as high as the feed.',
      'Press “Publish”, and open your site.',
    ],
  },
  webflow: {
    name: 'Webflow',
    steps: [
      'In the Designer, open “Add elements”, and drag “Code Embed” to its place.',
      'Paste the two lines, and press “Save & Close”.',
      'Publish the site: the photos appear there, not in the Designer.',
    ],
  },
  html: {
    name: 'HTML',
    steps: [
      'Open the file of the page in your editor.',
      'Paste the two lines where the photos belong.',
      'Save the file, upload it, and open the page.',
    ],
  },
  other: {
    name: 'Other',
    steps: [
      'Look for a block or element named “HTML”, “Code” or “Embed”.',
      'Paste the two lines into it, where the photos belong.',
      'Publish the page, and open it as a visitor.',
    ],
  },
}

/** Why a page with the code may show nothing, and what to do. */
export const usualReasons: readonly string[] = [
  'The page is not published yet: open it as a visitor, not in the editor.',
  'The editor removed the script when you saved. Use a block for HTML or code, or ask somebody who may paste scripts.',
  `A cookie banner waits for you: agree, or untick “${labels.waitForBanner}” and copy again.`,
  'A cache shows the page of before: empty it, or open the page in a private window.',
  'Your page has a content security policy: allow the address of this server in it.',
]
