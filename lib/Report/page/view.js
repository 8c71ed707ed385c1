// The state of the page, and the part of the graph that is visible.

const arrangement = new Arrangement();
const state = {
  side: AFTER, open: new Set(), constants: false, selected: null, matches: [], layout: null, lines: [],
  themes: ['auto', 'light', 'dark'], theme: 'auto',
};
const isOpen = (block) => state.open.has(block);
const isShown = (node) => state.constants || !isFolded(node);
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

const zoom = d3.zoom().scaleExtent([0.02, 3]).on('zoom', () => {
  canvas.attr('transform', d3.event.transform);
  frame();
});
svg.call(zoom).on('dblclick.zoom', null);
const moving = () => (stillness.matches || document.hidden ? svg : svg.transition().duration(250));
const view = () => svg.node().getBoundingClientRect();

function frame() {
  const now = d3.zoomTransform(svg.node());
  frameStrip(now.invertY(0), now.invertY(view().height));
}

/** Zooms out to the whole graph, or to the top of it in a legible size. */
function fit(isAll) {
  const {width, height} = arrangement.outer.graph();
  if (!(width > 0)) return;
  const room = view(), all = Math.min(room.width / width, room.height / height);
  const scale = Math.min(isAll ? all : Math.max(all, Math.min(room.width / width, 0.9), 0.5), 1.2);
  const top = Math.max((room.height - height * scale) / 2, 0);
  const first = arrangement.outer.node(arrangement.outer.nodes()[0]);
  const middle = width * scale > room.width ? first.x : width / 2;
  svg.call(zoom.transform, d3.zoomIdentity.translate(room.width / 2 - middle * scale, top).scale(scale));
}

function center(x, y) {
  const now = d3.zoomTransform(svg.node()), room = view();
  const [atX, atY] = now.apply([x, y]);
  // An item that is well inside of the visible part does not move.
  const isSeen = Math.abs(atX / room.width - 0.5) < 0.45 && Math.abs(atY / room.height - 0.5) < 0.46;
  if (isSeen && now.k >= 0.6) return;
  const scale = Math.max(now.k, 0.8);
  moving().call(zoom.transform, d3.zoomIdentity.translate(room.width / 2 - x * scale, room.height / 2 - y * scale).scale(scale));
}

/** Redraws the page, and keeps `anchor` at its position on the screen. */
function redraw(anchor = null) {
  const old = anchor && {x: anchor.x, y: anchor.y - (isBlock(anchor) ? anchor.height / 2 : 0)};
  arrangement.update(isOpen, isShown);
  const {lines, items} = draw(arrangement, isOpen, isShown, state.side);
  state.lines = lines;
  if (blocks.length) drawStrip(items, lines, arrangement.outer.graph().height, state.side);
  frame();
  if (old && old.x !== undefined) {
    const {x, y, k} = d3.zoomTransform(svg.node());
    const now = {x: anchor.x, y: anchor.y - (isBlock(anchor) ? anchor.height / 2 : 0)};
    svg.call(zoom.transform, d3.zoomIdentity.translate(x + (old.x - now.x) * k, y + (old.y - now.y) * k).scale(k));
  }
  svg.selectAll('.item').on('click', (item) => choose(item)).on('dblclick', (item) => isBlock(item) || toggle(item.block));
  svg.selectAll('.line, .bytes').on('click', (item) => select(item));
  mark();
}

/** Handles a click: it opens or closes a block, and selects a node. */
function choose(item) {
  select(item);
  if (isBlock(item)) toggle(item);
}

function mark() {
  const {selected, matches, layout} = state;
  const found = new Set(matches.map((node) => (isOpen(node.block) ? node : node.block)));
  const isIn = (item) => (isBlock(item) ? item.nodes : [item]).some((node) => isShown(node) && node.layouts[state.side] === layout);
  const near = (item) => selected !== null &&
    (item === selected || item.from === selected || item.to === selected ||
      (selected.edges && item.edges.some((edge) => selected.edges.includes(edge))));
  svg.selectAll('.item').classed('selected', (item) => item === selected)
    .classed('match', (item) => found.has(item)).classed('dim', (item) => layout !== null && !isIn(item));
  svg.selectAll('.line, .bytes').classed('selected', near);
  document.getElementById('details').replaceChildren(
    Object.assign(document.createElement('h2'), {textContent: 'Selection'}), ...describeSelection(selected, state.side));
}
