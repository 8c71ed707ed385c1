include "layout/Dialect/LayoutOps.td"
