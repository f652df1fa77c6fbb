/** The site's drawings for posts, with what each one shows. */
export const postDrawings = Object.entries({
  tulsi: 'A pot of tulsi in an arched window, with bunches of herbs drying on either side',
  ginger: 'A steaming cup of tea beside a ginger root and cardamom pods',
  stones: 'Stacked stones in still water under a willow, with the sun low behind them',
  calendula: 'Calendula flowers drying on a wide tray, with tall stems on one side and a jar on the other',
  jars: 'Two shelves of herb jars with a mortar, a dropper bottle and a hanging bunch',
  oil: 'A corked bottle of oil, a bowl on folded towels and a sprig of sesame',
  kitchari: 'A steaming pot with a ladle on a board, and small bowls of spices around it',
  chair: 'A wooden chair with a cushion and a blanket, between a window and a potted plant',
  nidra: 'Someone resting under a blanket beside a candle, with the moon and stars above',
}).map(([name, alt]) => ({ name, alt, url: `/art/blog-${name}.svg` }));
