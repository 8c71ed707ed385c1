// The whole graph in a narrow strip: layouts as colours, rewrites as red marks. A
// frame shows the visible part; a click or a drag scrolls to another one.

const strip = d3.select('#strip');
const STRIP_WIDTH = 30;

/** Draws the strip of a graph with the given height. */
function drawStrip(items, lines, height, side) {
  strip.selectAll('*').remove();
  strip.attr('viewBox', `0 0 ${STRIP_WIDTH} ${height}`).attr('preserveAspectRatio', 'none');
  const parts = items.flatMap((item) => {
    if (!isBlock(item)) return [{item, fill: colour(item.layouts[side]), x: 0, width: 1}];
    let x = 0;
    return sharesOf(item, side).map(({layout, share}) => ({item, fill: colour(layout), x: (x += share) - share, width: share}));
  });
  const room = STRIP_WIDTH - 10;
  strip.selectAll('rect').data(parts).enter().append('rect')
    .attr('x', (d) => 2 + d.x * room).attr('width', (d) => d.width * room)
    .attr('y', (d) => d.item.y - d.item.height / 2).attr('height', (d) => d.item.height)
    .style('fill', (d) => d.fill);
  const marks = lines.filter((line) => line.rewrites.length).map((line) => line.label.y);
  const inside = items.filter(isBlock).filter((block) => blockRewrites(block, side).length).map((block) => block.y);
  strip.selectAll('line').data([...marks, ...inside]).enter().append('line')
    .attr('x1', STRIP_WIDTH - 7).attr('x2', STRIP_WIDTH - 1).attr('y1', (y) => y).attr('y2', (y) => y);
  strip.append('rect').attr('class', 'frame').attr('x', 0.5).attr('width', STRIP_WIDTH - 1);
}

/** Moves the frame to the part between two heights. */
function frameStrip(from, to) {
  strip.select('.frame').attr('y', from).attr('height', Math.max(to - from, 1));
}

/** Calls `go` with the height in the graph to which the user points. */
function onStrip(go) {
  const move = () => {
    const [, height] = d3.mouse(strip.node());
    go(height);
  };
  strip.call(d3.drag().on('start drag', move));
}
