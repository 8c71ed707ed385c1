// Draws nodes, blocks and edges at the positions that arrange.js has computed.

const svg = d3.select('#graph');
const canvas = svg.append('g');
const layers = ['boxes', 'paths', 'items', 'labels'].map((name) => canvas.append('g').attr('class', name));
const line = d3.line().x((point) => point.x).y((point) => point.y).curve(d3.curveBasis);

const isBlock = (item) => item.nodes !== undefined;
function ellipsize(text, width, size, weight) {
  let end = text.length;
  while (end > 1 && widthOf(end < text.length ? `${text.slice(0, end)}…` : text, size, weight) > width) --end;
  return end < text.length ? `${text.slice(0, end)}…` : text;
}

/** Merges edges between the same two ends into one line. */
function getLines(isOpen, isShown) {
  const lines = new Map();
  for (const edge of edges) {
    if (!isShown(edge.from) || !isShown(edge.to)) continue;
    const from = isOpen(edge.from.block) ? edge.from : edge.from.block;
    const to = isOpen(edge.to.block) ? edge.to : edge.to.block;
    if (from === to) continue;
    // Each value has a line of its own into an open block.
    const key = `${from.id} ${isBlock(to) ? '' : edge.from.id} ${to.id}`;
    if (!lines.has(key)) lines.set(key, {key, from, to, edges: []});
    lines.get(key).edges.push(edge);
  }
  return [...lines.values()];
}

function describeItem(item, side) {
  if (isBlock(item)) {
    const count = item.nodes.filter((node) => !isFolded(node)).length;
    const inside = blockRewrites(item, side);
    return `Block ${item.name}, ${count} ops` + (inside.length ? `, ${inside.length} rewrites inside` : '');
  }
  const memory = item.physical && item.physical[side] !== item.type ? `, in memory ${item.physical[side]}` : '';
  return `${title(item)}, ${item.type}, ${item.layouts[side]}, ${item.kind}${memory}`;
}

const blockRewrites = (block, side) =>
  rewritesOn(block.nodes.flatMap((node) => node.in.filter((edge) => edge.from.block === block)), side);

/** The rewrites of weights in front of a node. */
const weightRewrites = (node, side) => rewritesOn(node.in.filter((edge) => edge.from.kind === 'weight'), side);

function drawBoxes(open) {
  const box = layers[0].selectAll('g').data(open, (block) => block.id).enter().append('g').attr('class', 'box');
  box.append('rect').attr('x', (d) => d.x - d.width / 2).attr('y', (d) => d.y - d.height / 2)
    .attr('width', (d) => d.width).attr('height', (d) => d.height).attr('rx', 10);
}

function drawLines(lines, arrangement, side) {
  for (const item of lines) {
    Object.assign(item, arrangement.route(item.edges[0]));
    item.rewrites = rewritesOn(item.edges, side);
    item.bytes = sumBytes(item.rewrites);
  }
  // If several uses share a rewrite, only the first line has a label.
  const said = new Set();
  for (const item of lines) {
    item.text = item.rewrites.every((rewrite) => said.has(rewrite)) ? 'shared' : formatBytes(item.bytes);
    for (const rewrite of item.rewrites) said.add(rewrite);
  }
  // Lines with rewrites are drawn last, above all others.
  lines.sort((a, b) => a.bytes - b.bytes);
  const path = layers[1].selectAll('g').data(lines, (d) => d.key).enter().append('g')
    .attr('class', (d) => `line${d.rewrites.length ? ' rewrite' : ''}${d.edges.every((edge) => edge.free) ? ' free' : ''}`);
  path.append('path').attr('class', 'stroke').attr('d', (d) => line(d.points))
    .attr('stroke-width', (d) => (d.rewrites.length ? Math.min(2 + Math.log10(1 + d.bytes / 1e4), 6) : 1.2))
    .attr('marker-end', (d) => `url(#${d.rewrites.length ? 'arrow-rewrite' : 'arrow'})`);
  path.append('path').attr('class', 'catch').attr('d', (d) => line(d.points));
  const text = layers[3].selectAll('g').data(lines.filter((d) => d.rewrites.length), (d) => d.key).enter().append('g')
    .attr('class', 'bytes').attr('transform', (d) => `translate(${d.label.x},${d.label.y})`);
  text.append('rect').each(function size(d) {
    const width = widthOf(d.text, 11, 600) + 12;
    d3.select(this).attr('x', -width / 2).attr('y', -9).attr('width', width).attr('height', 18).attr('rx', 9);
  });
  text.append('text').attr('dy', 4).text((d) => d.text);
  for (const group of [path, text]) group.append('title').text((d) => describeLine(d));
}

const describeLine = (item) => {
  const ends = [item.from, item.to].map((end) => (isBlock(end) ? end.name : title(end))).join(' → ');
  return [ends, ...item.rewrites.map((one) => `${one.from} to ${one.to}, ${formatBytes(one.bytes)}`)].join('\n');
};

function drawNode(group, isShown, side) {
  group.append('rect').attr('class', 'shape').attr('rx', 7)
    .attr('x', (d) => -d.width / 2).attr('y', (d) => -d.height / 2)
    .attr('width', (d) => d.width).attr('height', (d) => d.height)
    .style('fill', (d) => colour(d.layouts[side]));
  group.append('text').attr('class', 'name').attr('dy', -3).text((d) => ellipsize(title(d), d.width - 12, 12, 600));
  group.append('text').attr('class', 'type').attr('dy', 12)
    .text((d) => ellipsize(`${d.type} ${d.layouts[side]}`, d.width - 10, 10));
  // The line of a weight that is folded away cannot show its rewrite.
  const hidden = group.filter((d) => weightRewrites(d, side).length && !d.in.every((edge) => isShown(edge.from)))
    .append('circle').attr('class', 'hidden')
    .attr('cx', (d) => d.width / 2 - 2).attr('cy', (d) => 2 - d.height / 2).attr('r', 5);
  hidden.append('title').text((d) => `rewrites ${formatBytes(sumBytes(weightRewrites(d, side)))} of weights`);
}

/** Returns the share of each layout among the ops of a block, in the order of the legend. */
function sharesOf(block, side) {
  const counts = new Map();
  for (const node of block.nodes)
    if (!isFolded(node)) counts.set(node.layouts[side], (counts.get(node.layouts[side]) || 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return layouts.filter((layout) => counts.has(layout))
    .map((layout) => ({layout, count: counts.get(layout), share: counts.get(layout) / total}));
}

/** Draws a closed block: its name, the shares of layouts, and the bytes rewritten inside. */
function drawBlock(group, side) {
  group.append('rect').attr('class', 'shape').attr('rx', 10)
    .attr('x', (d) => -d.width / 2).attr('y', (d) => -d.height / 2)
    .attr('width', (d) => d.width).attr('height', (d) => d.height);
  group.append('text').attr('class', 'name').attr('dy', -11).text((d) => `▸ ${ellipsize(d.name, d.width - 36, 12, 600)}`);
  group.append('text').attr('class', 'type count').attr('x', (d) => 12 - d.width / 2).attr('dy', 6).text((d) => {
    const count = d.nodes.filter((node) => !isFolded(node)).length;
    return `${count} ${count === 1 ? 'op' : 'ops'}`;
  });
  group.each(function fill(d) {
    const width = d.width - 24, inside = blockRewrites(d, side);
    let x = -width / 2;
    for (const {layout, count, share} of sharesOf(d, side)) {
      d3.select(this).append('rect').attr('class', 'share').attr('x', x).attr('y', 13).attr('height', 8)
        .attr('width', width * share).style('fill', colour(layout)).append('title').text(`${layout}: ${count}`);
      x += width * share;
    }
    if (inside.length)
      d3.select(this).append('text').attr('class', 'inside').attr('x', d.width / 2 - 12).attr('dy', 6)
        .text(`${inside.length === 1 ? '1 rewrite' : `${inside.length} rewrites`} · ${formatBytes(sumBytes(inside))}`);
  });
}

/** Draws the header of an open block, which closes it on a click. Lines pass beside its name. */
function drawHeader(group) {
  const name = (d) => `▾ ${ellipsize(d.name, d.width - 40, 12, 600)}`;
  group.append('rect').attr('class', 'shape').attr('rx', 8).attr('x', (d) => -d.width / 2 + 6).attr('y', (d) => -d.height / 2 + 4)
    .attr('width', (d) => widthOf(name(d), 12, 600) + 16).attr('height', HEADER - 6);
  group.append('text').attr('class', 'name').attr('x', (d) => -d.width / 2 + 14).attr('y', (d) => -d.height / 2 + 18).text(name);
}

function drawItems(open, closed, shown, isShown, side) {
  const item = layers[2].selectAll('g.item').data([...closed, ...open, ...shown], (d) => d.id).enter().append('g')
    .attr('id', (d) => d.id).attr('role', 'button').attr('tabindex', -1)
    .attr('aria-label', (d) => describeItem(d, side))
    .attr('transform', (d) => `translate(${d.x},${d.y})`)
    .attr('class', (d) => `item ${isBlock(d) ? 'block' : `node ${d.kind}`}`);
  const isOpened = new Set(open);
  item.filter((d) => isBlock(d)).attr('aria-expanded', (d) => isOpened.has(d));
  drawNode(item.filter((d) => !isBlock(d)), isShown, side);
  drawBlock(item.filter((d) => isBlock(d) && !isOpened.has(d)), side);
  drawHeader(item.filter((d) => isOpened.has(d)));
  item.append('title').text((d) => describeItem(d, side));
}

/** Redraws everything. Returns the lines, and the blocks and nodes between them. */
function draw(arrangement, isOpen, isShown, side) {
  for (const layer of layers) layer.selectAll('*').remove();
  const present = blocks.filter((block) => block.nodes.some(isShown));
  const open = present.filter(isOpen), closed = present.filter((block) => !isOpen(block));
  const lines = getLines(isOpen, isShown);
  drawBoxes(open);
  drawLines(lines, arrangement, side);
  const shown = open.flatMap((block) => block.nodes.filter(isShown));
  drawItems(open, closed, shown, isShown, side);
  return {lines, items: [...closed, ...shown]};
}

svg.append('defs').selectAll('marker').data(['arrow', 'arrow-rewrite']).enter().append('marker')
  .attr('id', (d) => d).attr('viewBox', '0 0 10 10').attr('refX', 9).attr('refY', 5)
  .attr('markerUnits', 'userSpaceOnUse').attr('markerWidth', 9).attr('markerHeight', 9).attr('orient', 'auto')
  .append('path').attr('d', 'M0,1 L10,5 L0,9 z');
