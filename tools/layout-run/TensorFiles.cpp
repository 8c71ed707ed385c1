//===- TensorFiles.cpp - Tensors in files and on the screen ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFiles.h"
#include "Support/OutputFile.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir::layout::execution;

namespace mlir::layout::run {

//===----------------------------------------------------------------------===//
// NumPy files
//===----------------------------------------------------------------------===//

static constexpr StringRef magic("\x93NUMPY\x01\x00", 8);
/// The data starts at a multiple of this, so that it can be mapped into memory.
static constexpr size_t alignment = 64;

/// The dtype of an element type, as in NumPy's array interface.
static std::string getDescription(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return "<c" + std::to_string(*elementBytes(complex));
  unsigned bytes = *elementBytes(type);
  if (isa<BFloat16Type>(type))
    return "<V2";
  if (isa<FloatType>(type) && bytes == 1)
    return "|V1";
  if (isa<FloatType>(type))
    return "<f" + std::to_string(bytes);
  if (type.isInteger(1))
    return "|b1";
  std::string kind = type.isUnsignedInteger() ? "u" : "i";
  return (bytes == 1 ? "|" : "<") + kind + std::to_string(bytes);
}

static std::string getShapeText(ArrayRef<int64_t> shape) {
  std::string text = llvm::join(
      llvm::map_range(shape, [](int64_t dim) { return std::to_string(dim); }),
      ", ");
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

template <typename... Args>
static llvm::Error makeError(StringRef path, const char *format,
                             Args &&...args) {
  return llvm::createStringError(
      path + ": " + llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// The value of a key of the header, which is the text of a Python dictionary;
/// `pattern` matches the value and has one group.
static std::optional<std::string> find(StringRef header, StringRef key,
                                       StringRef pattern) {
  SmallVector<StringRef> matches;
  llvm::Regex regex(("'" + key + "' *: *" + pattern).str());
  if (!regex.match(header, &matches))
    return std::nullopt;
  return matches[1].str();
}

static LogicalResult readShape(StringRef text,
                               SmallVectorImpl<int64_t> &shape) {
  SmallVector<StringRef> parts;
  text.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts)
    if (part = part.trim();
        !part.empty() && part.getAsInteger(10, shape.emplace_back()))
      return failure();
  return success();
}

/// Whether a value of type `type` may have this shape.
static bool fits(ArrayRef<int64_t> shape, Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  ArrayRef<int64_t> wanted = shaped ? shaped.getShape() : ArrayRef<int64_t>();
  return shape.size() == wanted.size() &&
         llvm::all_of(llvm::zip_equal(shape, wanted), [](auto pair) {
           auto [found, extent] = pair;
           return ShapedType::isDynamic(extent) ? found >= 0 : found == extent;
         });
}

llvm::Expected<HostTensor> readNpy(StringRef path, Type type) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return makeError(path, "{0}", file.getError().message());
  StringRef data = (*file)->getBuffer();
  if (!data.consume_front(magic) || data.size() < 2)
    return makeError(path, "requires a .npy file of version 1.0");
  size_t length = llvm::support::endian::read16le(data.data());
  StringRef header = data.substr(2, length), elements = data.substr(2 + length);

  auto description = find(header, "descr", "'([^']*)'");
  auto order = find(header, "fortran_order", "(True|False)");
  auto shapeText = find(header, "shape", "\\(([^)]*)\\)");
  SmallVector<int64_t> shape;
  if (!description || !order || !shapeText ||
      failed(readShape(*shapeText, shape)))
    return makeError(path, "requires a .npy header, found '{0}'", header);
  Type elementType = elementTypeOf(type);
  if (*description != getDescription(elementType))
    return makeError(path, "requires elements '{0}', found '{1}'",
                     getDescription(elementType), *description);
  if (*order == "True")
    return makeError(path, "requires C order, found Fortran order");
  std::string wanted;
  llvm::raw_string_ostream(wanted) << type;
  if (!fits(shape, type))
    return makeError(path, "requires the shape of {0}, found {1}", wanted,
                     getShapeText(shape));
  // A header can ask for more memory than there is.
  uint64_t bytes = countBytes(elementType, shape);
  if (elements.size() != bytes)
    return makeError(path, "requires {0} bytes of elements, found {1}", bytes,
                     elements.size());
  HostTensor tensor = HostTensor::allocate(elementType, shape);
  llvm::copy(elements, tensor.bytes());
  return tensor;
}

llvm::Error writeNpy(StringRef path, const HostTensor &tensor) {
  std::string header =
      "{'descr': '" + getDescription(tensor.elementType) +
      "', 'fortran_order': False, 'shape': " + getShapeText(tensor.shape) +
      ", }";
  // The header is padded with spaces and ends with a newline.
  size_t length =
      llvm::alignTo(magic.size() + 2 + header.size() + 1, alignment);
  header.resize(length - magic.size() - 2 - 1, ' ');
  header += '\n';
  return writeFile(path, [&](raw_ostream &os) {
    char size[2];
    llvm::support::endian::write16le(size, header.size());
    os << magic << StringRef(size, 2) << header << tensor.contents();
    return llvm::Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Tensors of more elements are abbreviated to this many at either end of a
/// dim.
static constexpr int64_t mostElements = 64;
static constexpr int64_t shownAtEnds = 3;

static void printElement(Type type, const char *at, raw_ostream &os) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type part = complex.getElementType();
    os << "(";
    printElement(part, at, os);
    os << ", ";
    printElement(part, at + *elementBytes(part), os);
    os << ")";
    return;
  }
  uint64_t bits = 0;
  std::memcpy(&bits, at, *elementBytes(type));
  if (auto real = dyn_cast<FloatType>(type)) {
    llvm::APFloat value(real.getFloatSemantics(),
                        llvm::APInt(real.getWidth(), bits));
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    os << llvm::format("%g", value.convertToDouble());
    return;
  }
  unsigned width = integerWidth(type);
  bits &= llvm::maskTrailingOnes<uint64_t>(width);
  if (width == 1 || type.isUnsignedInteger())
    os << bits;
  else
    os << llvm::SignExtend64(bits, width);
}

namespace {
class Printer {
public:
  Printer(const HostTensor &tensor, raw_ostream &os)
      : tensor(tensor), step(*elementBytes(tensor.elementType)),
        isWhole(tensor.numElements() <= mostElements), os(os) {}

  /// Prints the part of the tensor that starts at element `first`, from dim
  /// `dim` on.
  void print(unsigned dim, int64_t first) {
    if (dim == tensor.shape.size()) {
      printElement(tensor.elementType, tensor.bytes() + first * step, os);
      return;
    }
    ArrayRef<int64_t> shape = tensor.shape;
    int64_t extent = shape[dim];
    int64_t stride = ShapedType::getNumElements(shape.drop_front(dim + 1));
    bool isInnermost = dim + 1 == shape.size();
    auto separate = [&] {
      os << ",";
      if (isInnermost)
        os << " ";
      else
        os.indent(0) << "\n" << std::string(dim + 1, ' ');
    };
    os << "[";
    for (int64_t index = 0; index < extent; ++index) {
      if (index != 0)
        separate();
      if (!isWhole && extent > 2 * shownAtEnds && index == shownAtEnds) {
        os << "...";
        index = extent - shownAtEnds - 1;
        continue;
      }
      print(dim + 1, first + index * stride);
    }
    os << "]";
  }

private:
  const HostTensor &tensor;
  size_t step;
  bool isWhole;
  raw_ostream &os;
};
} // namespace

void print(const HostTensor &tensor, raw_ostream &os) {
  Printer(tensor, os).print(0, 0);
  os << "\n";
}

} // namespace mlir::layout::run
