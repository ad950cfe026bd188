// The setup of the socket of a client before there is a connection.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>

namespace noether::server {

// The address of the other side; for IPv6 the network, which one client owns.
std::string client_of(const boost::asio::ip::tcp::socket& socket);

// Answers 503 to a connection there is no room for, without waiting for anything.
void turn_away(boost::asio::ip::tcp::socket socket);

}  // namespace noether::server
