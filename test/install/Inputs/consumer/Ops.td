include "layout/Dialect/Layout/IR/LayoutOps.td"
