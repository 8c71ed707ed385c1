'use strict';
// The data of the page: the report, and its graphs with indices resolved to
// objects.

const {report, graphs} = JSON.parse(document.getElementById('data').textContent);
const BEFORE = 0, AFTER = 1;

const nodes = [], edges = [], rewrites = [], blocks = [];

for (const graph of graphs) {
  const own = graph.blocks.map((name, number) => ({
    id: `b${blocks.length + number}`, nodes: [],
    name: graphs.length > 1 ? `@${graph.function} ${name}` : name,
  }));
  const texts = graph.nodes.map((node, number) => ({
    ...node, id: `n${nodes.length + number}`, block: own[node.block], in: [], out: [],
    layouts: node.layouts.map((layout) => graph.layouts[layout]),
  }));
  for (const node of texts) node.block.nodes.push(node);
  const moved = graph.rewrites.map((rewrite) => ({
    from: graph.layouts[rewrite.from], to: graph.layouts[rewrite.to], bytes: rewrite.bytes, edges: [],
  }));
  for (const {from, to, free, rewrites: numbers = [-1, -1]} of graph.edges) {
    const edge = {from: texts[from], to: texts[to], free, rewrites: numbers.map((number) => moved[number] || null)};
    numbers.forEach((number, side) => {
      if (number < 0) return;
      moved[number].side = side;
      moved[number].edges.push(edge);
    });
    edge.from.out.push(edge);
    edge.to.in.push(edge);
    edges.push(edge);
  }
  nodes.push(...texts);
  blocks.push(...own);
  rewrites.push(...moved);
}

/** Whether a node is no data that flows through the program. The page folds it away unless asked to show it. */
const isFolded = (node) => node.kind === 'constant' || node.kind === 'weight';
/** Returns the name of a node: for a generic op, the name of what it computes. */
const label = (node) => node.body || node.op.replace(/^linalg\./, '');
/** Returns the same with the name of the layer in front, if the location has one. */
const title = (node) => (node.name ? `${node.name} · ${label(node)}` : label(node));

/** The file that most locations name. The page leaves its name out. */
const file = (() => {
  const counts = new Map();
  for (const {place} of nodes)
    if (/:\d+:\d+$/.test(place || '')) {
      const name = place.replace(/\d+:\d+$/, '');
      counts.set(name, (counts.get(name) || 0) + 1);
    }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name)[0];
})();
const shorten = (text) => (file ? text.split(file).join('') : text);

function formatBytes(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
  let size = bytes / 1000, unit = 0;
  while (size >= 999.5 && unit + 1 < units.length) { size /= 1000; ++unit; }
  return `${size.toFixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0)} ${units[unit]}`;
}

/** Returns the distinct rewrites on the given edges, before or after planning. */
const rewritesOn = (some, side) => [...new Set(some.map((edge) => edge.rewrites[side]).filter(Boolean))];
const sumBytes = (some) => some.reduce((sum, rewrite) => sum + rewrite.bytes, 0);

/** All layouts except those of constants and weights, the most frequent first. */
const layouts = (() => {
  const counts = new Map();
  for (const node of nodes)
    if (!isFolded(node)) for (const layout of node.layouts) counts.set(layout, (counts.get(layout) || 0) + 1);
  return [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || (a < b ? -1 : 1));
})();

/** The hue of each layout that has one; it follows from the layout's name alone. */
const hues = new Map(graphs.flatMap((graph) => graph.layouts.map((layout, number) => [layout, graph.hues[number]])));

/** Returns the colour of a layout. Row-major is grey; red is left to rewrites. */
const colour = (layout) =>
  (hues.get(layout) === null ? 'var(--plain)' : `hsl(${hues.get(layout)} var(--saturation) var(--lightness))`);

/**
 * For each remaining rewrite of the report, the same rewrite in a graph, or
 * null. The two are matched by the locations of their ends and their bytes.
 */
const leftInGraph = (() => {
  const places = new Map();
  const add = (key, node) => places.set(key, [...(places.get(key) || []), node]);
  for (const node of nodes) {
    if (node.place) add(node.place, node);
    if (node.name) add(node.name, node);
    add(node.op, node);
  }
  const find = (text) => [
    ...(places.get(text) || []),
    ...(/ at /.test(text) ? [] : [...text.matchAll(/'([^']+)'/g)].flatMap((match) => places.get(match[1]) || [])),
    ...[...text.matchAll(/ at (\S+?)(?=,| and |$)/g)].flatMap((match) => places.get(match[1]) || []),
    ...(/^result \d+ of/.test(text) ? places.get('func.return') || [] : []),
  ];
  const taken = new Set();
  return report.left.map((left) => {
    const [from, to] = left.between.map((text) => new Set(find(text)));
    let best = null, bestScore = 1;
    for (const node of [...from, ...to])
      for (const edge of [...node.in, ...node.out]) {
        const rewrite = edge.rewrites[AFTER];
        if (!rewrite || taken.has(rewrite)) continue;
        const score = from.has(edge.from) + to.has(edge.to) + (rewrite.bytes === left.bytes);
        if (score > bestScore) { best = rewrite; bestScore = score; }
      }
    if (best) { taken.add(best); best.left = left; }
    return best;
  });
})();
