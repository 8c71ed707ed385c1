// Computes positions. Each open block is arranged on its own, then the blocks
// are arranged among each other. So a network of thousands of ops takes seconds,
// and opening a block moves nothing inside of other blocks. A value that leaves
// or enters a block passes through a port on the border of the block.

const NODE_HEIGHT = 38, HEADER = 26, BLOCK_WIDTH = 250, BLOCK_HEIGHT = 58;

/** Returns the width of a text on the page, in pixels. */
const widthOf = (() => {
  const pen = document.createElement('canvas').getContext('2d');
  const family = getComputedStyle(document.body).fontFamily;
  return (text, size, weight = 400) => {
    pen.font = `${weight} ${size}px ${family}`;
    return pen.measureText(text).width;
  };
})();

/** Reserves space for the label of a rewrite on either side, so that switching sides moves nothing. */
const labelSize = (edge) => (edge.rewrites.some(Boolean) ? {width: 58, height: 24} : {width: 0, height: 0});

function nodeWidth(node) {
  const second = Math.max(...node.layouts.map((layout) => widthOf(`${node.type} ${layout}`, 10)));
  return Math.min(Math.max(widthOf(title(node), 12, 600), second, 90) + 20, 280);
}

function newGraph(options) {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({rankdir: 'TB', ...options});
  graph.setDefaultEdgeLabel(() => ({width: 0, height: 0}));
  return graph;
}

/** Adds one edge for all values between two ends, with the size of the largest label. */
function addEdge(graph, from, to, size, weight = 1) {
  const known = graph.edge(from, to);
  graph.setEdge(from, to, {
    width: Math.max(size.width, known ? known.width : 0), height: Math.max(size.height, known ? known.height : 0),
    labelpos: 'c', weight,
  });
}

function arrangeBlock(block, isShown) {
  const graph = newGraph({nodesep: 18, ranksep: 22, marginx: 16, marginy: 6});
  const none = {width: 0, height: 0};
  for (const node of block.nodes.filter(isShown))
    graph.setNode(node.id, {width: nodeWidth(node), height: NODE_HEIGHT});
  const addPort = (name, rail, isEntry) => {
    if (graph.hasNode(name)) return;
    graph.setNode(name, {width: 8, height: 1});
    graph.setNode(rail, {width: 1, height: 1});
    // The high weight keeps ports close to the rail, the border of the block.
    if (isEntry) addEdge(graph, rail, name, none, 50);
    else addEdge(graph, name, rail, none, 50);
  };
  for (const node of block.nodes.filter(isShown)) {
    for (const edge of node.in.filter((edge) => isShown(edge.from))) {
      const entry = `in ${edge.from.id}`;
      if (edge.from.block !== block) addPort(entry, 'top', true);
      addEdge(graph, edge.from.block === block ? edge.from.id : entry, node.id, labelSize(edge));
    }
    for (const edge of node.out.filter((edge) => isShown(edge.to) && edge.to.block !== block)) {
      addPort(`out ${node.id}`, 'bottom', false);
      addEdge(graph, node.id, `out ${node.id}`, labelSize(edge));
    }
  }
  dagre.layout(graph);
  const heights = (prefix) => graph.nodes().filter((name) => name.startsWith(prefix)).map((name) => graph.node(name).y);
  const top = Math.min(...heights('in '), ...heights('n').map((y) => y - NODE_HEIGHT / 2 - 10));
  const bottom = Math.max(...heights('out '), ...heights('n').map((y) => y + NODE_HEIGHT / 2 + 10));
  return {graph, top, width: Math.max(graph.graph().width, BLOCK_WIDTH), height: bottom - top + HEADER};
}

class Arrangement {
  constructor() { this.inner = new Map(); }

  getInner(block, isShown) {
    if (!this.inner.has(block)) this.inner.set(block, arrangeBlock(block, isShown));
    return this.inner.get(block);
  }

  /** Computes the centres of all blocks, and of the nodes in blocks for which `isOpen` holds. */
  update(isOpen, isShown) {
    this.isOpen = isOpen;
    this.outer = newGraph({nodesep: 40, ranksep: 34, marginx: 20, marginy: 20});
    for (const block of blocks.filter((block) => block.nodes.some(isShown))) {
      const size = isOpen(block) ? this.getInner(block, isShown) : {width: BLOCK_WIDTH, height: BLOCK_HEIGHT};
      this.outer.setNode(block.id, {width: size.width, height: size.height});
    }
    for (const edge of edges)
      if (edge.from.block !== edge.to.block && isShown(edge.from) && isShown(edge.to))
        addEdge(this.outer, edge.from.block.id, edge.to.block.id, labelSize(edge));
    dagre.layout(this.outer);
    for (const block of blocks) Object.assign(block, this.outer.node(block.id));
    for (const block of blocks.filter(isOpen))
      for (const node of block.nodes.filter(isShown)) {
        const place = this.getInner(block).graph.node(node.id);
        Object.assign(node, {...this.shift(block, place), width: place.width, height: place.height});
      }
  }

  /** Converts a point inside of an open block to coordinates of the page. */
  shift(block, point) {
    const inner = this.inner.get(block);
    return {
      x: block.x - block.width / 2 + (block.width - inner.graph.graph().width) / 2 + point.x,
      y: block.y - block.height / 2 + HEADER + point.y - inner.top,
    };
  }

  getInside(block, from, to) {
    const path = this.inner.get(block).graph.edge(from, to);
    return {
      points: path.points.map((point) => this.shift(block, point)),
      label: path.x === undefined ? null : this.shift(block, path),
    };
  }

  /** Returns the points of an edge and the position of its label. */
  route({from, to}) {
    if (from.block === to.block) return this.getInside(from.block, from.id, to.id);
    const middle = this.outer.edge(from.block.id, to.block.id);
    const points = middle.points.slice();
    let place = middle.x === undefined ? null : {x: middle.x, y: middle.y};
    if (this.isOpen(from.block)) {
      const start = this.getInside(from.block, from.id, `out ${from.id}`);
      points.splice(0, 1, ...start.points);
      place = start.label || place;
    }
    if (this.isOpen(to.block)) {
      const end = this.getInside(to.block, `in ${from.id}`, to.id);
      points.splice(-1, 1, ...end.points);
      place = end.label || place;
    }
    return {points, label: place || points[Math.floor(points.length / 2)]};
  }
}
